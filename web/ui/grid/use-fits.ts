import { type RefObject, useLayoutEffect, useRef, useState } from 'react';

type Fit = { frame: RefObject<HTMLDivElement | null>; content: RefObject<HTMLTableElement | null>; isFitting: boolean };

/** Whether a table is at most as wide as its frame, also after either of them changes its width. */
export function useFits(): Fit {
  const frame = useRef<HTMLDivElement>(null);
  const content = useRef<HTMLTableElement>(null);
  const [isFitting, setIsFitting] = useState(false);
  useLayoutEffect(() => {
    const [outer, inner] = [frame.current, content.current];
    if (!outer || !inner) return;
    const compare = () => setIsFitting(inner.offsetWidth <= outer.clientWidth);
    compare();
    const observer = new ResizeObserver(compare);
    observer.observe(outer);
    observer.observe(inner);
    return () => observer.disconnect();
  }, []);
  return { frame, content, isFitting };
}
