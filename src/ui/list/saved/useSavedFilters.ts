import type { SavedContent, SavedFilter } from '../../../protocol/savedFilters.ts'
import { t } from '../../../providers/i18nProvider.ts'
import { useDeed } from '../../hooks/useDeed.ts'
import { SOON_FORGOTTEN, useRead } from '../../hooks/useRead.ts'
import { useStore } from '../../hooks/useStore.ts'
import { useToast } from '../../later/toast.tsx'
import { openFilters } from '../listAddress.ts'
import { useColumnChoice } from '../table/columnSettings.ts'
import type { ListController } from '../useListController.ts'
import { fittingContent, goneWords, openingOf, orderText } from './saved.ts'

const newId = (): string => `${Date.now()}.${Math.random()}`

/** The saved filters of a list without their looks: which there are, and what can be done with them. */
export const useSavedFilters = (list: ListController) => {
  const { resource } = list
  const toast = useToast()
  const [columns, chooseColumns] = useColumnChoice(resource)
  const opening = openingOf(resource)
  const opens = useStore(opening)
  const { deed: make, isBusy } = useDeed()
  const { data, error, isLoading, refetch } = useRead<{ list: SavedFilter[] }>(
    '/api/saved_filter/offered',
    { resource: resource.name },
    { staleTime: 0, gcTime: SOON_FORGOTTEN },
  )
  /** Does a deed on the server, says that it is done, and reads anew; true where it was done. */
  const deed = async (path: string, params: object, done: string): Promise<boolean> => {
    const answer = await make(path, { ...params, request_id: newId() }, done)
    if (answer) await refetch()
    return answer !== null
  }
  const present = (): SavedContent => {
    return { filters: openFilters(resource, list.filters), order: orderText(list.order), columns }
  }
  const apply = ({ name, content }: Pick<SavedFilter, 'name' | 'content'>): void => {
    const fitting = fittingContent(resource, content)
    list.ask(fitting.filters, fitting.order)
    if (fitting.columns) chooseColumns(fitting.columns)
    if (fitting.gone.length > 0) toast.info(goneWords({ name, gone: fitting.gone }))
  }
  return {
    saved: data?.list ?? [],
    error,
    isLoading,
    isBusy,
    opens,
    apply,
    save: (name: string) =>
      deed('/api/saved_filter/add', { resource: resource.name, name, content: JSON.stringify(present()) }, t`筛选已保存`),
    rename: (saved_id: number, name: string) => deed('/api/saved_filter/edit', { saved_id, name }, t`已重命名`),
    share: (saved_id: number, isShared: boolean) =>
      deed('/api/saved_filter/share', { saved_id, is_shared: isShared ? 1 : 0 }, isShared ? t`已共享给所有人` : t`已取消共享`),
    remove: async (saved_id: number) => {
      if ((await deed('/api/saved_filter/del', { saved_id }, t`已删除`)) && opens?.saved_id === saved_id) opening.set(null)
    },
    openWith: (filter: SavedFilter) => {
      opening.set({ saved_id: filter.saved_id, name: filter.name, content: filter.content })
      apply(filter)
    },
    openPlain: () => opening.set(null),
  }
}
