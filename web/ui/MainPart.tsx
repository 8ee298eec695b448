import { Center } from '@mantine/core';
import { type ReactNode, useState } from 'react';

/** What stands in place of a whole screen. A page has one main part: within a portal it is the frame's. */
export function MainPart({ children }: { children: ReactNode }) {
  const [isInFrame, setIsInFrame] = useState(true);
  const findFrame = (part: HTMLElement | null) => {
    if (part) setIsInFrame(Boolean(part.parentElement?.closest('main')));
  };
  return (
    <Center component={isInFrame ? 'div' : 'main'} mih="70vh" p="lg" ref={findFrame}>
      {children}
    </Center>
  );
}
