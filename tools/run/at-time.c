// Moves the wall clock of every process that loads this library by SHIFT_SECONDS. The monotonic
// clocks and the times of files stay as they are. `at-time.mjs` compiles it.
#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int read_clock(clockid_t id, struct timespec *out) {
  int result = syscall(SYS_clock_gettime, id, out);
  int is_wall = id == CLOCK_REALTIME || id == CLOCK_REALTIME_COARSE || id == CLOCK_TAI;
  if (result == 0 && is_wall) out->tv_sec += SHIFT_SECONDS;
  return result;
}

int clock_gettime(clockid_t id, struct timespec *out) { return read_clock(id, out); }

int gettimeofday(struct timeval *restrict out, void *restrict zone) {
  struct timespec now;
  (void)zone;
  if (read_clock(CLOCK_REALTIME, &now) != 0) return -1;
  out->tv_sec = now.tv_sec;
  out->tv_usec = now.tv_nsec / 1000;
  return 0;
}

time_t time(time_t *out) {
  struct timespec now;
  read_clock(CLOCK_REALTIME, &now);
  if (out != NULL) *out = now.tv_sec;
  return now.tv_sec;
}

int timespec_get(struct timespec *out, int base) {
  return base == TIME_UTC && read_clock(CLOCK_REALTIME, out) == 0 ? base : 0;
}
