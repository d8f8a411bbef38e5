// The syntax of this file must work in every Node version. The file is loaded before all files that an old version
// cannot parse.

/** The required major version of Node, which is also in `engines` of package.json. */
const neededMajor = 24

/** Returns one sentence why this version of Node cannot run the portal, or null if it can. */
export function oldNodeComplaint(version) {
  if (Number(version.split('.')[0]) >= neededMajor) return null
  return `Node ${version} is too old: the portal needs Node ${neededMajor} or newer; install it, as docs/how-to/install.md says under "Installing".`
}

export function refuseOldNode() {
  const complaint = oldNodeComplaint(process.versions.node)
  if (complaint === null) return
  process.stderr.write(`${complaint}\n`)
  process.exit(1)
}
