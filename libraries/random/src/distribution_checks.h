// SPDX-License-Identifier: MIT
// What the parameters of each distribution must keep; an empty text when they do.
#pragma once

#include <span>
#include <string>

namespace escapement::random::internal {

using Parameters = std::span<const double>;

std::string check_bernoulli(Parameters p);
std::string check_beta(Parameters p);
std::string check_binomial(Parameters p);
std::string check_cont(Parameters p);
std::string check_disc(Parameters p);
std::string check_discrete_uniform(Parameters p);
std::string check_erla(Parameters p);
std::string check_expo(Parameters p);
std::string check_gamm(Parameters p);
std::string check_geometric(Parameters p);
std::string check_john(Parameters p);
std::string check_logn(Parameters p);
std::string check_negative_binomial(Parameters p);
std::string check_norm(Parameters p);
std::string check_pois(Parameters p);
std::string check_tria(Parameters p);
std::string check_unif(Parameters p);
std::string check_unif01(Parameters p);
std::string check_weib(Parameters p);

}  // namespace escapement::random::internal
