import { createFileRoute, Outlet } from '@tanstack/react-router';
import { SettingsFrame } from '#web/drivers/SettingsPages.tsx';

function MembersSettings() {
  return (
    <SettingsFrame>
      <Outlet />
    </SettingsFrame>
  );
}

export const Route = createFileRoute('/members/settings')({ component: MembersSettings });
