// The health check of the container. It requests /readyz at the metrics port; exit code 0 means that the process is
// ready.
const port = Number(process.env['METRICS_PORT'] || Number(process.env['PORT'] || 8080) + 4)
const isReady = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(4_000) }).then(
  ({ ok }) => ok,
  () => false,
)
process.exitCode = isReady ? 0 : 1
