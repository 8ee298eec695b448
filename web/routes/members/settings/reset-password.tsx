import { createFileRoute } from '@tanstack/react-router';
import { SecurityPage } from '#web/account/SecurityPage.tsx';

export const Route = createFileRoute('/members/settings/reset-password')({ component: SecurityPage });
