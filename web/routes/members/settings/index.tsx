import { createFileRoute } from '@tanstack/react-router';
import { SettingsPage } from '#web/drivers/SettingsPages.tsx';

export const Route = createFileRoute('/members/settings/')({ component: SettingsPage });
