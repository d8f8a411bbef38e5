import { Icon, type IconProps } from './icon.tsx'

export function OnlineIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="m8 12.3 2.7 2.7L16 9.5" />
    </Icon>
  )
}

/** A flame in a ring: it heats right now. */
export function WorkingIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" />
      <path d="M12 6.5c2.4 2.1 3.6 3.9 3.6 5.8a3.6 3.6 0 0 1-7.2 0c0-1.1.5-2.1 1.4-2.9.2.9.6 1.4 1.2 1.6-.1-1.7.2-3.2 1-4.5Z" />
    </Icon>
  )
}

export function WarningIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M10.6 4.3 2.7 18a1.6 1.6 0 0 0 1.4 2.4h15.8a1.6 1.6 0 0 0 1.4-2.4L13.4 4.3a1.6 1.6 0 0 0-2.8 0Z" />
      <path d="M12 9.5v4.5M12 17v.1" />
    </Icon>
  )
}

export function ErrorIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M8.3 3h7.4L21 8.3v7.4L15.7 21H8.3L3 15.7V8.3Z" />
      <path d="M12 7.8v5M12 16v.1" />
    </Icon>
  )
}

/** Radio waves, crossed out. */
export function OfflineIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <path d="M3 3l18 18M9 15.2a4.3 4.3 0 0 1 5.5-.4M6 12a8.7 8.7 0 0 1 3.9-2.2M14 9.8a8.7 8.7 0 0 1 4 2.2M3 8.7a13 13 0 0 1 3.7-2.3M11 5.5a13 13 0 0 1 10 3.2M12 18.8v.1" />
    </Icon>
  )
}

export function UnknownIcon(props: IconProps) {
  return (
    <Icon {...props}>
      <circle cx="12" cy="12" r="9" strokeDasharray="3.5 2.8" />
      <path d="M9.6 9.6a2.4 2.4 0 1 1 3.4 2.2c-.7.3-1 .8-1 1.7M12 16.5v.1" />
    </Icon>
  )
}
