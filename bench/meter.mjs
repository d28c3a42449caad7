// Loaded before a measured program: tells its parent, when asked, the CPU time of the whole process so far.
process.on('message', (message) => {
  if (message === 'cpu') process.send({ cpu: process.cpuUsage() });
});
// Nothing measured outlives whoever measures.
process.on('disconnect', () => process.exit(0));
