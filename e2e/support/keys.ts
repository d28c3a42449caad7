import { expect, type Locator, type Page } from '@playwright/test';

/** More presses of a key than it takes to reach any element of a page. */
const MOST_TABS = 90;

/** A person who uses a page with the keyboard alone. */
export class Keys {
  private readonly page: Page;

  private constructor(page: Page) {
    this.page = page;
  }

  /** Call it before the page is opened: `pressedByPointer` then counts the pointer presses on the page. */
  static async on(page: Page): Promise<Keys> {
    await page.addInitScript(() => {
      const count = () => {
        document.documentElement.dataset.pointers = String(Number(document.documentElement.dataset.pointers ?? 0) + 1);
      };
      addEventListener('pointerdown', count, { capture: true });
    });
    return new Keys(page);
  }

  private isFocused(element: Locator): Promise<boolean> {
    return element.evaluate((node) => node === document.activeElement);
  }

  /** Waits until an element is enabled and moves the focus to it by Tab. Throws if Tab does not reach it. */
  async reach(element: Locator): Promise<void> {
    await expect(element).toBeEnabled();
    for (let tabs = 0; tabs < MOST_TABS; tabs += 1) {
      if (await this.isFocused(element)) return;
      await this.page.keyboard.press('Tab');
    }
    await expect(element, 'Tab does not reach the element').toBeFocused();
  }

  async press(element: Locator): Promise<void> {
    await this.reach(element);
    await this.page.keyboard.press('Enter');
  }

  /** Replaces the text of a field. */
  async type(field: Locator, text: string): Promise<void> {
    await this.reach(field);
    await this.page.keyboard.press('ControlOrMeta+A');
    await this.page.keyboard.type(text);
  }

  /** Moves the focus by Tab to `from`, a tab or radio button, and by the right arrow key to `element` of its group. */
  async move(from: Locator, element: Locator): Promise<void> {
    await this.reach(from);
    for (let arrows = 0; arrows < MOST_TABS && !(await this.isFocused(element)); arrows += 1)
      await this.page.keyboard.press('ArrowRight');
    await expect(element, 'the right arrow key does not reach the element').toBeFocused();
  }

  async pressedByPointer(): Promise<number> {
    return Number((await this.page.locator('html').getAttribute('data-pointers')) ?? 0);
  }
}
