import type { ReactNode } from 'react';
import { landing, type PortalId } from '#shared/access/access.ts';
import type { Me } from '#web/me.ts';
import { useMe } from '#web/use-me.ts';
import { PersonBanner } from './PersonBanner.tsx';
import { PortalFrame } from './PortalFrame.tsx';

const frames: readonly PortalId[] = ['admin', 'company', 'news', 'ads', 'members'];

function frameOf({ roles, companyId }: Me): PortalId {
  const first = landing(roles, companyId).split('/')[1];
  return frames.find((portal) => portal === first) ?? 'company';
}

/** The portal that the person lands in, around a screen that every role has. */
export function OwnPortalFrame({ children }: { children: ReactNode }) {
  const me = useMe();
  return (
    <PortalFrame section={frameOf(me)} me={me} banner={<PersonBanner me={me} />}>
      {children}
    </PortalFrame>
  );
}
