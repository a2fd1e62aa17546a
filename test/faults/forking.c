/*
 * An addon of Node that forks a process which has loaded everything already: thousands of calls that are killed cost a fork each, and not a start.
 * The parent waits for the child, which goes on in JavaScript as a process of its own, with an event loop of its own.
 */
#include <fcntl.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

typedef struct napi_env__ *napi_env;
typedef struct napi_value__ *napi_value;
typedef struct napi_callback_info__ *napi_callback_info;
typedef napi_value (*napi_callback)(napi_env, napi_callback_info);
extern int napi_create_function(napi_env, const char *, size_t, napi_callback, void *, napi_value *);
extern int napi_set_named_property(napi_env, napi_value, const char *, napi_value);
extern int napi_create_int32(napi_env, int32_t, napi_value *);
extern int napi_get_value_int32(napi_env, napi_value, int32_t *);
extern int napi_get_value_string_utf8(napi_env, napi_value, char *, size_t, size_t *);
extern int napi_get_cb_info(napi_env, napi_callback_info, size_t *, napi_value *, napi_value *, void **);
extern void *uv_default_loop(void);
extern int uv_loop_fork(void *);

static void redirect(const char *path, int to) {
  int fd = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0666);
  dup2(fd, to);
  close(fd);
}

/* fork(stdout, stderr): in the child 0; in the parent, when the child has ended, its exit code + 1, or minus the signal. */
static napi_value forked(napi_env env, napi_callback_info info) {
  size_t count = 2;
  napi_value words[2], result;
  char out[4096], err[4096];
  napi_get_cb_info(env, info, &count, words, NULL, NULL);
  napi_get_value_string_utf8(env, words[0], out, sizeof out, NULL);
  napi_get_value_string_utf8(env, words[1], err, sizeof err, NULL);
  int32_t said = 0;
  pid_t child = fork();
  if (child == 0) {
    redirect(out, 1);
    redirect(err, 2);
    uv_loop_fork(uv_default_loop());
  } else {
    int status = 0;
    alarm(0);
    waitpid(child, &status, 0);
    said = WIFSIGNALED(status) ? -WTERMSIG(status) : WEXITSTATUS(status) + 1;
  }
  napi_create_int32(env, said, &result);
  return result;
}

static napi_value process_id(napi_env env, napi_callback_info info) {
  (void)info;
  napi_value result;
  napi_create_int32(env, (int32_t)getpid(), &result);
  return result;
}

/* Without the end of threads that the child never had. */
static napi_value ended(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value word;
  int32_t code = 0;
  napi_get_cb_info(env, info, &count, &word, NULL, NULL);
  napi_get_value_int32(env, word, &code);
  _exit(code);
}

/* Ends the process by itself where it waits for ever. */
static napi_value limited(napi_env env, napi_callback_info info) {
  size_t count = 1;
  napi_value word, result;
  int32_t seconds = 0;
  napi_get_cb_info(env, info, &count, &word, NULL, NULL);
  napi_get_value_int32(env, word, &seconds);
  napi_create_int32(env, (int32_t)alarm((unsigned)seconds), &result);
  return result;
}

__attribute__((visibility("default"))) napi_value napi_register_module_v1(napi_env env, napi_value exports) {
  struct { const char *name; napi_callback call; } all[] = {
      {"fork", forked}, {"id", process_id}, {"end", ended}, {"limit", limited}};
  for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
    napi_value made;
    napi_create_function(env, all[i].name, (size_t)-1, all[i].call, NULL, &made);
    napi_set_named_property(env, exports, all[i].name, made);
  }
  return exports;
}
