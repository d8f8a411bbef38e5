import { faultCode } from '#contract/faults.ts'
import { requestFault, requestedFaultsPath } from '#stand-ins/gateways/requested-faults.ts'
import { demoRegistryFile, readRegistryFile } from '#stand-ins/registry-file.ts'

const usage = [
  'Usage: npm run portal -- demo fault SERIAL CODE   lets a simulated gateway report this fault',
  '       npm run portal -- demo well SERIAL         lets it report that all is well',
].join('\n')

/**
 * Makes a simulated gateway report a fault or recover, in the demo of the data folder `dataDir`. Returns an error
 * message, or null on success.
 */
export async function setDemoFault(
  dataDir: string,
  [what, serial, code, ...rest]: readonly string[],
): Promise<string | null> {
  const isFault = what === 'fault' && code !== undefined
  const isWell = what === 'well' && code === undefined
  if (serial === undefined || rest.length > 0 || !(isFault || isWell)) return usage
  const gateway = (await readRegistryFile(demoRegistryFile)).find((one) => one.serial === serial)
  if (gateway?.simulated !== true) return `${serial} is no simulated gateway of the demo.`
  if (isFault && !faultCode.safeParse(code).success) return `${code} is no code that an appliance has for a fault.`
  return requestFault(requestedFaultsPath(dataDir), serial, isFault ? { code, from: Date.now() } : null).then(
    () => null,
    () => `There is no demo in ${dataDir}; run "npm start" first.`,
  )
}
