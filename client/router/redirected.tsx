import { useEffect } from 'react'
import { useNavigate } from './router-context.ts'

/** Navigates to another path of the page when it is rendered. */
export function Redirected({ to }: { to: string }): null {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
