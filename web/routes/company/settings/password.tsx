import { createFileRoute } from '@tanstack/react-router';
import { PasswordSettingsPage } from '#web/settings/PasswordSettingsPage.tsx';

export const Route = createFileRoute('/company/settings/password')({ component: PasswordSettingsPage });
