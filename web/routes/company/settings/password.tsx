import { createFileRoute } from '@tanstack/react-router';
import { PasswordSettingsPage } from '#web/settings/AccountSettingsPage.tsx';

export const Route = createFileRoute('/company/settings/password')({ component: PasswordSettingsPage });
