// Loaded before a measured program: answers its parent's questions about the CPU time and the memory of the process.
process.on('message', (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() });
  if (message === 'collect') {
    // Twice, because the first collection may release objects that kept others alive.
    globalThis.gc?.();
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    process.send({ inUse: heapUsed + arrayBuffers });
  }
});
// A measured process must not outlive its parent.
process.on('disconnect', () => process.exit(0));
