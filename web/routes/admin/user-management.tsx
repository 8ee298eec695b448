import { createFileRoute } from '@tanstack/react-router';
import { UserManagementFrame } from '#web/admin/UserManagementFrame.tsx';

export const Route = createFileRoute('/admin/user-management')({ component: UserManagementFrame });
