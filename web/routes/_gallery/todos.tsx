import { createFileRoute } from '@tanstack/react-router';
import { TodosPage } from '#web/gallery/TodosPage.tsx';

export const Route = createFileRoute('/_gallery/todos')({ component: TodosPage });
