import { createFileRoute } from '@tanstack/react-router';
import { PasswordPage } from '#web/drivers/SettingsPages.tsx';

export const Route = createFileRoute('/members/settings/reset-password')({ component: PasswordPage });
