import type { ButtonProps } from 'antd/es/button'
import { part } from './part.tsx'

export const Button = part<ButtonProps>((parts) => parts.Button)
export const Dropdown = part((parts) => parts.Dropdown)
