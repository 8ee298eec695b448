/** Runs a worker task until nothing is left, as the worker does over several runs. Returns how many rows it handled. */
export async function runUntilDone(run: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let handled = await run(); handled > 0; handled = await run()) total += handled;
  return total;
}
