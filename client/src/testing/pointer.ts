class TestPointerEvent extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
    this.pointerType = init.pointerType ?? '';
  }
}

/** Gives the page pointer events, which jsdom does not have: without them a test's pointer has neither kind nor place. */
export function providePointerEvents(): void {
  Object.assign(window, { PointerEvent: TestPointerEvent });
}
