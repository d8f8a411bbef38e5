import { portsOfMachine, type PortalProcess, type Ports, startPortalProcess } from './portal-process.ts'

/** Several processes of the portal on fixed ports, as on one computer. */
export type Machine = {
  ports: Pick<Ports, 'http' | 'mqtt'>
  start(): Promise<void>
  /** Stops all processes. Returns the result of each, as `PortalProcess.end`. */
  end(): Promise<string[]>
}

export type MachineOptions = {
  root?: string
  /** The setting `ROLES` of each process. */
  processes: readonly string[]
  settings: Record<string, string>
}

export async function createMachine({ root, processes, settings }: MachineOptions): Promise<Machine> {
  const ports = await portsOfMachine()
  const others = [await portsOfMachine(), await portsOfMachine()]
  let running: PortalProcess[] = []
  const startRole = async (role: string, index: number): Promise<PortalProcess> => {
    const metrics = others[index - 1]?.metrics ?? ports.metrics
    return startPortalProcess({
      ...(root && { root }),
      ports: { ...ports, metrics },
      settings: { ...settings, ROLES: role },
    })
  }
  return {
    ports,
    start: async () => {
      running = await Promise.all(processes.map(startRole))
    },
    end: async () => Promise.all(running.map(async (each) => each.end())),
  }
}

/** Whether the process at this port is ready, as a balancer checks it. */
export async function isReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
    async (answer) => {
      await answer.text()
      return answer.ok
    },
    () => false,
  )
}
