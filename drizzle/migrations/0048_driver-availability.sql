ALTER TABLE "applications" ADD COLUMN "equipment" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "shifts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "applications" ADD COLUMN "available_from" date;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "equipment" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "shifts" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "drivers" ADD COLUMN "available_from" date;