// Loaded into a program before its libraries: its time of day is so many seconds ahead as the file MOVED_CLOCK says.
//
// Firefox does not start under libfaketime. This does less: no memory is asked for, and CLOCK_MONOTONIC stays as it is.
// So moving the clock is to a program what a computer's sleep is: the time of day and CLOCK_BOOTTIME have gone on, and
// CLOCK_MONOTONIC, by which timers run, stood still. The file is mapped before a process locks itself in, so that a
// clock can be moved while it runs.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

static int64_t none;
static volatile int64_t *ahead = &none;

__attribute__((constructor)) static void map_file(void) {
  const char *path = getenv("MOVED_CLOCK");
  int file = path ? open(path, O_RDONLY | O_CLOEXEC) : -1;
  if (file < 0) return;
  void *page = mmap(NULL, sizeof *ahead, PROT_READ, MAP_SHARED, file, 0);
  close(file);
  if (page != MAP_FAILED) ahead = page;
}

int clock_gettime(clockid_t clock, struct timespec *now) {
  long failed = syscall(SYS_clock_gettime, clock, now);
  int sleeps = clock == CLOCK_REALTIME || clock == CLOCK_REALTIME_COARSE || clock == CLOCK_BOOTTIME;
  if (!failed && sleeps) now->tv_sec += *ahead;
  return (int)failed;
}

int gettimeofday(struct timeval *restrict now, void *restrict zone) {
  long failed = syscall(SYS_gettimeofday, now, zone);
  if (!failed) now->tv_sec += *ahead;
  return (int)failed;
}

time_t time(time_t *kept) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  if (kept) *kept = now.tv_sec;
  return now.tv_sec;
}
