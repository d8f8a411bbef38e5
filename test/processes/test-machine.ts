import { findPortalPorts, type PortalProcess, type PortalPorts, startPortalProcess } from './portal-process.ts'

/** Several processes of the portal that share ports, as on one computer. The ports stay the same after a restart. */
export type TestMachine = {
  ports: Pick<PortalPorts, 'http' | 'mqtt'>
  start(): Promise<void>
  /** Stops all processes. Returns the result of `PortalProcess.end` for each process. */
  end(): Promise<string[]>
}

export type TestMachineOptions = {
  root?: string
  /** The value of the setting `ROLES` for each process. */
  processes: readonly string[]
  settings: Record<string, string>
}

export async function createTestMachine({ root, processes, settings }: TestMachineOptions): Promise<TestMachine> {
  const ports = await findPortalPorts()
  const others = [await findPortalPorts(), await findPortalPorts()]
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

/** Returns whether the process at this port is ready. Sends the same request as a balancer. */
export async function isPortalReady(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/readyz`, { headers: { connection: 'close' } }).then(
    async (answer) => {
      await answer.text()
      return answer.ok
    },
    () => false,
  )
}
