// Loaded before a measured program: reports the CPU time of the whole process to its parent on request.
process.on('message', (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() });
});
// A measured process must not outlive its parent.
process.on('disconnect', () => process.exit(0));
