import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/** The longest way by Tab that anyone is asked to go: once round a list with a page of rows, from wherever the focus was. */
const FAR = 300

/** Someone who works without a mouse. */
export interface Keys {
  /** Opens a screen, or does a deed, by the palette. */
  goTo(name: string): Promise<void>
  /** Goes on by Tab until this has the focus; throws where Tab does not lead there. */
  reach(target: Locator): Promise<void>
  press(target: Locator, key?: string): Promise<void>
  /** Writes over what stands in a field. */
  write(target: Locator, text: string): Promise<void>
  /** Writes a day into an empty field and closes its calendar. */
  writeDay(target: Locator, day: string): Promise<void>
  /** Takes a choice from the select with this label. */
  pick(within: Page | Locator, label: string, option: string): Promise<void>
}

/** Gives hands for the keyboard of this page, and none for its mouse. */
export const keysOf = (page: Page): Keys => {
  const { keyboard } = page
  const isFocused = (target: Locator): Promise<boolean> => target.evaluate((element) => element === document.activeElement)

  /** Where the focus is, in words; empty where it is on this. */
  const away = (target: Locator): Promise<string> =>
    target.evaluate((element) => {
      const { tagName, ariaLabel, textContent, id } = document.activeElement ?? document.body
      return element === document.activeElement ? '' : `${tagName} ${ariaLabel ?? (textContent?.slice(0, 12) || id)}`
    })
  const reach: Keys['reach'] = async (target) => {
    // A radio or a checkbox may lie under what is drawn for it.
    await target.waitFor({ state: 'attached' })
    // What lies behind is sooner reached backwards, as whoever knows the page does.
    const isBehind = await target.evaluate((element) => {
      const { activeElement } = document
      return activeElement !== null && (element.compareDocumentPosition(activeElement) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
    })
    const way: string[] = []
    for (let step = 0; step < FAR; step++) {
      const at = await away(target)
      if (!at) return
      way.push(at)
      await keyboard.press(isBehind ? 'Shift+Tab' : 'Tab')
    }
    throw new Error(`Tab does not lead to ${target}, but to ${way.join(' · ')}`)
  }
  const press: Keys['press'] = async (target, key = 'Enter') => {
    await reach(target)
    await keyboard.press(key)
  }
  return {
    reach,
    press,
    async goTo(name) {
      await keyboard.press('Control+k')
      const box = page.getByRole('combobox', { name: /^查找页面/ })
      await expect.poll(() => isFocused(box)).toBe(true)
      await keyboard.type(name)
      await expect.poll(() => page.getByRole('option', { selected: true }).innerText()).toContain(name)
      await keyboard.press('Enter')
      await box.waitFor({ state: 'hidden' })
    },
    async write(target, text) {
      await reach(target)
      await keyboard.press('Control+a')
      await keyboard.type(text)
    },
    async writeDay(target, day) {
      await reach(target)
      await keyboard.type(day)
      await keyboard.press('Enter')
    },
    async pick(within, label, option) {
      const box = within.getByRole('combobox', { name: label, exact: true })
      await expect.poll(() => box.isEnabled()).toBe(true)
      await press(box, 'ArrowDown')
      const list = await box.getAttribute('aria-controls')
      const shown = page.locator('.ant-select-dropdown:visible', { has: page.locator(`[id="${list}"]`) })
      if (await box.isEditable()) await keyboard.type(option)
      await shown.locator('.ant-select-item-option', { hasText: option }).first().waitFor()
      const active = shown.locator('.ant-select-item-option-active')
      for (let step = 0; step < 30 && !((await active.count()) > 0 && (await active.innerText()).includes(option)); step++)
        await keyboard.press('ArrowDown')
      await keyboard.press('Enter')
    },
  }
}
