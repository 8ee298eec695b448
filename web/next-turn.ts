/** What follows runs in a task of its own, behind what waits meanwhile: a tap, a frame. A timer would wait longer in the background. */
export function nextTurn(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}
