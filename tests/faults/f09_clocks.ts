import type { Figure, Rig } from './rig.ts'
export const title = 'x'
export async function run(_rig: Rig, _options: any): Promise<Figure[]> {
  return []
}
