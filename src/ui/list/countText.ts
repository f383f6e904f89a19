import { grouped } from '../../protocol/fen.ts'
import { t } from '../../providers/i18nProvider.ts'
import type { ListController } from './useListController.ts'

/** Gives how many rows a list has: 1,234 条, or 10,000+ 条 where counting stopped. */
export const countText = (list: ListController): string => t`${grouped(list.count)}${list.hasMore ? '+' : ''} 条`
