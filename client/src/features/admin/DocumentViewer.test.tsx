import { afterEach, beforeEach, expect, test } from '@jest/globals';
import { cleanup, createEvent, fireEvent, screen } from '@testing-library/react';
import { renderPart } from '../../testing/render';
import { type Answer, fakeServer } from '../../testing/server';
import { DocumentViewer } from './DocumentViewer';

const shown = (address: string) =>
  renderPart(<DocumentViewer name="Pooja Kashyap" kind="rc_document" address={address} opened onClose={() => {}} />);
const level = () => Number.parseInt(screen.getByText(/^\d+%$/).textContent ?? '', 10);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
/** The element that scrolls around the picture. */
const frame = () => {
  const around = screen.getByRole('img').closest('div');
  if (!around) throw new Error('the picture has no frame');
  return around;
};

let copies: number;
beforeEach(() => {
  copies = 0;
  URL.createObjectURL = () => `blob:${++copies}`;
});
afterEach(cleanup);

test('a picture is enlarged by its buttons and by pressing it, and reset to the whole picture', async () => {
  shown('/api/files/c.png?sig=1');
  expect(screen.getByRole('dialog', { name: 'RC: Pooja Kashyap' })).toBeTruthy();
  press('Zoom in');
  expect(level()).toBe(150);
  for (let times = 0; times < 3; times += 1) press('Enlarge the picture');
  expect(level()).toBe(400);
  press('Zoom out');
  expect(level()).toBe(300);
  press('Zoom in');
  press('Show the whole picture');
  expect(level()).toBe(100);
});

test('a wheel zooms within the limits without scrolling the page', () => {
  shown('/api/files/c.png?sig=1');
  const wheel = createEvent.wheel(frame(), { deltaY: -100, clientX: 10, clientY: 10, cancelable: true });
  fireEvent(frame(), wheel);
  expect(wheel.defaultPrevented).toBe(true);
  expect(level()).toBe(128);
  press('Zoom in');
  expect(level()).toBe(150);
  fireEvent.wheel(frame(), { deltaY: -10_000 });
  expect(level()).toBe(400);
  fireEvent.wheel(frame(), { deltaY: 10_000 });
  expect(level()).toBe(100);
});

test('two fingers zoom by the change of their distance', () => {
  shown('/api/files/c.png?sig=1');
  const fingers = (...places: number[]) => {
    const touches = places.map((clientX) => ({ clientX, clientY: 0 }));
    return { touches, changedTouches: touches };
  };
  fireEvent.touchStart(frame(), fingers(0, 100));
  fireEvent.touchMove(frame(), fingers(0, 250));
  expect(level()).toBe(250);
  fireEvent.touchMove(frame(), fingers(0, 200));
  expect(level()).toBe(200);
  fireEvent.touchEnd(frame(), fingers());
  fireEvent.touchMove(frame(), fingers(0));
  expect(level()).toBe(200);
});

test('releasing a dragged picture does not enlarge it', () => {
  shown('/api/files/c.png?sig=1');
  const mouse = (type: string, clientX: number) =>
    fireEvent(frame(), Object.assign(new MouseEvent(type, { bubbles: true, clientX }), { pointerType: 'mouse' }));
  mouse('pointerdown', 100);
  mouse('pointermove', 60);
  mouse('pointerup', 60);
  press('Enlarge the picture');
  expect(level()).toBe(100);
  mouse('pointerdown', 60);
  mouse('pointerup', 60);
  press('Enlarge the picture');
  expect(level()).toBe(150);
});

// The drawing itself is tested in a browser (e2e/admin.e2e.ts), because jsdom has neither canvas nor workers.
test('a PDF that cannot be drawn shows a message and a download button, and is never opened as a page', async () => {
  fakeServer({ 'GET /files/c.pdf': () => ({ page: '%PDF-1.4' }) });
  shown('/api/files/c.pdf?sig=1');
  expect((await screen.findByRole('alert')).textContent).toMatch(/cannot be shown here/);
  const download = screen.getByRole('link', { name: 'Download PDF' });
  expect([download.getAttribute('href'), download.hasAttribute('download')]).toEqual(['/api/files/c.pdf?sig=1', true]);
  expect(download.getAttribute('download')).toBe('RC - Pooja Kashyap.pdf');
  expect(screen.getAllByRole('link')).toHaveLength(1);
  expect(copies).toBe(0);
});

test('a document that cannot be fetched, as with an expired URL, shows a message', async () => {
  fakeServer({ 'GET /files/c.pdf': () => ({ status: 403, body: {} }) });
  shown('/api/files/c.pdf?sig=1');
  expect((await screen.findByRole('alert')).textContent).toMatch(/could not be shown/);
  cleanup();
  shown('/api/files/c.png?sig=1');
  fireEvent.error(screen.getByRole('img'));
  expect(screen.getByRole('alert').textContent).toMatch(/could not be shown/);
});

test('Try again fetches a document again after a failure', async () => {
  let answer: Answer = { lost: true };
  fakeServer({ 'GET /files/c.pdf': () => answer });
  shown('/api/files/c.pdf?sig=1');
  await screen.findByRole('alert');
  answer = { page: '%PDF-1.4' };
  press('Try again');
  expect(await screen.findByText(/cannot be shown here/)).toBeTruthy();
  cleanup();
  shown('/api/files/c.png?sig=1');
  fireEvent.error(screen.getByRole('img'));
  press('Try again');
  expect(screen.getByRole('img', { name: 'RC: Pooja Kashyap' })).toBeTruthy();
});
