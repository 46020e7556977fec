// For at-time.c: SHIFT_SECONDS is the first 8 bytes of the file that YAMORI_CLOCK_SHIFT names, so
// that a clock steps while its process runs.
#include <fcntl.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

static long shift_seconds(void) {
  static volatile long *shared = NULL;
  if (shared == NULL) {
    const char *path = getenv("YAMORI_CLOCK_SHIFT");
    int file = path == NULL ? -1 : open(path, O_RDONLY);
    void *mapped = file < 0 ? MAP_FAILED : mmap(NULL, 8, PROT_READ, MAP_SHARED, file, 0);
    if (file >= 0) close(file);
    if (mapped == MAP_FAILED) return 0;
    shared = mapped;
  }
  return *shared;
}
#define SHIFT_SECONDS shift_seconds()
