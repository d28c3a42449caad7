class TestPointerEvent extends MouseEvent {
  readonly pointerId: number;
  readonly pointerType: string;

  constructor(type: string, init: PointerEventInit = {}) {
    super(type, init);
    this.pointerId = init.pointerId ?? 0;
    this.pointerType = init.pointerType ?? '';
  }
}

/**
 * Gives the page pointer events, which jsdom lacks: without them a pointer in a test has neither type nor coordinates.
 */
export function providePointerEvents(): void {
  Object.assign(window, { PointerEvent: TestPointerEvent });
}
