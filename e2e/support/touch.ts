import type { CDPSession, Page } from '@playwright/test';

/**
 * A finger's movement from one place of the page to another, in `steps` steps that are `stepMs` apart. In a drag the finger
 * then rests for `restMs` before it is lifted; after 100 ms the drag is no flick, however fast it was.
 */
interface Move {
  from: { x: number; y: number };
  to: { x: number; y: number };
  steps?: number;
  stepMs?: number;
  restMs?: number;
}

/** Sends real touch events to the page; the browser itself derives the pointer events and the clicks from them. */
export class Finger {
  private readonly page: Page;
  private readonly session: CDPSession;

  private constructor(page: Page, session: CDPSession) {
    this.page = page;
    this.session = session;
  }

  static async on(page: Page): Promise<Finger> {
    return new Finger(page, await page.context().newCDPSession(page));
  }

  private touch(type: 'touchStart' | 'touchMove' | 'touchEnd', x = 0, y = 0): Promise<unknown> {
    return this.session.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x, y }],
    });
  }

  async tap(x: number, y: number): Promise<void> {
    await this.touch('touchStart', x, y);
    await this.touch('touchEnd');
  }

  /** Touches a place for this many milliseconds. */
  async hold(x: number, y: number, ms: number): Promise<void> {
    await this.touch('touchStart', x, y);
    await this.page.waitForTimeout(ms);
    await this.touch('touchEnd');
  }

  async drag(move: Move): Promise<void> {
    await this.pull(move);
    if (move.restMs) await this.page.waitForTimeout(move.restMs);
    await this.lift();
  }

  /** Drags; the finger then stays on the screen until `lift`. */
  async pull({ from, to, steps = 12, stepMs = 16 }: Move): Promise<void> {
    await this.touch('touchStart', from.x, from.y);
    for (let step = 1; step <= steps; step += 1) {
      const part = step / steps;
      await this.touch('touchMove', from.x + (to.x - from.x) * part, from.y + (to.y - from.y) * part);
      await this.page.waitForTimeout(stepMs);
    }
  }

  async lift(): Promise<void> {
    await this.touch('touchEnd');
  }
}
