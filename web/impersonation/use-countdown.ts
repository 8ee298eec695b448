import { useEffect, useState } from 'react';

/** Whole seconds until then, counted on the browser's clock; 0 from then on. */
export function useCountdown(endsAt: number): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const tick = () => setNow(Date.now());
    tick();
    const timer = setInterval(tick, 250);
    // A browser slows the timers of a tab that nobody sees.
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [endsAt]);
  return Math.max(0, Math.ceil((endsAt - now) / 1000));
}
