import { handleDrawing } from '../../core/pdf/pdf-worker.ts';
import { getReportTexts, type ReportFileOrder } from './report-file.ts';
import { drawReport } from './report-pdf.ts';

/** Worker thread that draws one report as a PDF. */
void handleDrawing(({ report, filter, call }: ReportFileOrder) =>
  drawReport(report, filter, getReportTexts(call.language), call.language),
);
