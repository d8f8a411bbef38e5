import { useEffect } from 'react'
import { useNavigate } from './router-context.ts'

/** When rendered, replaces the current path by another path of the app. */
export function RedirectOnRender({ to }: { to: string }): null {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
