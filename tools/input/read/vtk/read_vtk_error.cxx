// SPDX-License-Identifier: BSD-3-Clause
// Collects the error messages of VTK.
#include "read_vtk.h"

#include <vtkCallbackCommand.h>
#include <vtkErrorCode.h>
#include <vtkExecutive.h>
#include <vtkNew.h>

#include <algorithm>

int reject(const std::string &path, const std::string &why, struct tile_error *e)
{
  return tile_fail(e, TILE_REJECTED, "%s: %s", path.c_str(), why.c_str());
}

// "ERROR: In file, line 1\nvtkXMLImageDataReader (0x1): the message\n"
static std::string message_of(const char *said)
{
  std::string text = said ? said : "";
  const size_t object = text.find("): ");
  if (object != std::string::npos)
    text = text.substr(object + 3);
  text = text.substr(0, std::min<size_t>(text.find('\n'), 160));
  for (char &c : text) // the message quotes the file, which may contain anything
    c = c >= ' ' && c <= '~' ? c : '?';
  return text;
}

static std::string first_message;
static bool failed;

static void note_error(vtkObject *, unsigned long, void *, void *said)
{
  if (!failed)
    first_message = message_of(static_cast<const char *>(said));
  failed = true;
}

void watch(vtkAlgorithm *one)
{
  static const vtkNew<vtkCallbackCommand> observer;
  observer->SetCallback(note_error);
  one->AddObserver(vtkCommand::ErrorEvent, observer);
  one->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, observer);
  failed = false;
  first_message.clear();
}

bool has_failed(unsigned long error_code)
{
  return failed || error_code != vtkErrorCode::NoError;
}

int reject_message(const std::string &path, struct tile_error *e)
{
  return reject(path, "VTK cannot read it: " + (first_message.empty() ? "it is damaged or cut off" : first_message), e);
}
