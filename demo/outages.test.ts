import { EventEmitter } from 'node:events';
import { expect, jest, test } from '@jest/globals';
import { openOutages } from './outages';
import { openReport } from './report';

class Link extends EventEmitter {
  connected = true;
  connect = jest.fn();
  lose(reason = 'transport close') {
    this.connected = false;
    this.emit('disconnect', reason);
  }
  open() {
    this.connected = true;
    this.emit('connect');
  }
}

test('a lost connection is an error, unless servers are restarted', () => {
  const report = openReport();
  const link = new Link();
  openOutages(link, { report, resume: () => Promise.resolve(), isExpected: false });
  link.lose();
  expect(report.figures().errors).toEqual(['a live connection was lost (transport close)']);
});

test('screens are stale from the loss until their snapshot has been read, however often the connection is lost', async () => {
  const report = openReport();
  const link = new Link();
  const reads: (() => void)[] = [];
  const outages = openOutages(link, {
    report,
    resume: () => new Promise<void>((read) => reads.push(read)),
    isExpected: true,
  });
  const from = performance.now();
  link.lose();
  link.open();
  link.lose();
  reads[0]?.();
  link.open();
  let isOver = false;
  const over = outages.over().then(() => {
    isOver = true;
  });
  await new Promise(setImmediate);
  expect(isOver).toBe(false);
  reads[1]?.();
  await over;
  expect(outages.wasAway(from)).toBe(true);
  expect(outages.wasAway(performance.now() + 1)).toBe(false);
  const { counts, errors, milliseconds } = report.figures();
  expect(counts).toEqual({ 'connections lost': 2 });
  expect(Object.keys(milliseconds)).toEqual(['down after a loss', 'stale after a loss']);
  outages.end();
  expect(errors).toEqual([]);
});

test('a banner is counted when the connection was lost for two seconds', () => {
  jest.useFakeTimers();
  try {
    const report = openReport();
    const link = new Link();
    openOutages(link, { report, resume: () => new Promise(() => undefined), isExpected: true });
    for (const ms of [1_999, 2_000]) {
      link.lose();
      jest.advanceTimersByTime(ms);
      link.open();
    }
    expect(report.figures().counts['connection banners']).toBe(1);
  } finally {
    jest.useRealTimers();
  }
});

test('a screen that is not fresh again at the end is an error, and a disconnect or a refusal by the server is answered by connecting again', () => {
  jest.useFakeTimers();
  try {
    const report = openReport();
    const link = new Link();
    const outages = openOutages(link, { report, resume: () => Promise.resolve(), isExpected: true });
    link.lose('io server disconnect');
    jest.advanceTimersByTime(1_000);
    expect(link.connect).toHaveBeenCalledTimes(1);
    link.emit('connect_error', new Error('websocket error'));
    jest.advanceTimersByTime(9_000);
    expect(link.connect).toHaveBeenCalledTimes(1);
    link.emit('connect_error', new Error('unauthorized'));
    jest.advanceTimersByTime(2_000);
    expect(link.connect).toHaveBeenCalledTimes(2);
    outages.end();
    expect(report.figures().errors).toEqual(['a screen was not fresh again after a lost connection']);
  } finally {
    jest.useRealTimers();
  }
});
