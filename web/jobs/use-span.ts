import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { dayIn, type TimeZone } from '#shared/time-zone.ts';
import { type DaySpan, problemOf, spanIn, withSpan } from './statistics-span.ts';

/**
 * The days of the statistics, which stand in the address beside the list's state. What is typed may not be days yet: then
 * those before stay shown.
 */
export function useSpan(timeZone: TimeZone) {
  const shown = useSearch({ strict: false, select: (search) => spanIn(search, dayIn(timeZone, Date.now())) });
  const navigate = useNavigate();
  const [typed, setTyped] = useState(shown);
  const [before, setBefore] = useState(shown);
  // Back and forward bring other days than were typed last.
  if (before.from !== shown.from || before.to !== shown.to) {
    setBefore(shown);
    setTyped(shown);
  }
  const type = (next: DaySpan) => {
    setTyped(next);
    if (problemOf(next)) return;
    void navigate({
      to: '.',
      search: (was) => withSpan(was, next, dayIn(timeZone, Date.now())),
      replace: true,
      resetScroll: false,
    });
  };
  return { shown, typed, type };
}
