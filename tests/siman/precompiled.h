// SPDX-License-Identifier: MIT
// What nearly all tests of process blocks include.
#pragma once

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "siman/support.h"
