# SPDX-License-Identifier: MIT
# Asio's stand-alone fences are unknown to the thread sanitizer, and g++ says so with an error. The queue's own
# mutex orders what the workers see, so under the sanitizer (and only there) they are left out.
if(ESCAPEMENT_SANITIZE MATCHES "thread")
  target_compile_definitions(${target} PUBLIC BOOST_ASIO_DISABLE_FENCED_BLOCK)
endif()
