import { useEffect } from 'react'
import { useNavigate } from './router-context.ts'

/** Leads to another path of the page in place of what stands here. */
export function Redirected({ to }: { to: string }): null {
  const navigate = useNavigate()
  useEffect(() => void navigate(to, { replace: true }), [navigate, to])
  return null
}
